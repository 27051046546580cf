package org

// Endpoint is an address where a service can be reached.
type Endpoint struct {
	Protocol string // https, nativesecure or mysql
	Host     string
	Port     int
	Enabled  bool
}

const (
	httpsPort  = 8443
	nativePort = 9440
	mysqlPort  = 3306
)

// Endpoints answers the public addresses of the service below the domain.
// They are the same at every call.
func (s Service) Endpoints(domain string) []Endpoint {
	host := s.hostLabel() + "." + s.Region + "." + string(s.Provider) + "." + domain
	return []Endpoint{
		{Protocol: "nativesecure", Host: host, Port: nativePort, Enabled: true},
		{Protocol: "https", Host: host, Port: httpsPort, Enabled: true},
		{Protocol: "mysql", Host: host, Port: mysqlPort, Enabled: s.MySQLEnabled},
	}
}
