package org

// Endpoint is an address where a service can be reached. One that is switched
// off is none.
type Endpoint struct {
	Protocol string // https, nativesecure or mysql
	Host     string
	Port     int
}

const (
	httpsPort  = 8443
	nativePort = 9440
	mysqlPort  = 3306
)

// Endpoints returns the public addresses of the service below the domain, those
// that are switched off left out. They are the same at every call.
func (s Service) Endpoints(domain string) []Endpoint {
	host := s.hostLabel() + "." + s.Region + "." + string(s.Provider) + "." + domain
	endpoints := []Endpoint{
		{Protocol: "nativesecure", Host: host, Port: nativePort},
		{Protocol: "https", Host: host, Port: httpsPort},
	}
	if s.MySQLEnabled {
		endpoints = append(endpoints, Endpoint{Protocol: "mysql", Host: host, Port: mysqlPort})
	}
	return endpoints
}
