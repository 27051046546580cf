package demo

import (
	"fmt"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
)

// service is one program of the shop.
type service struct {
	name     string
	version  string
	language string
	pods     int
	peers    map[string]*requests // by method and route, for metrics
}

// The services by their names.
const (
	storefront = "storefront"
	catalog    = "catalog"
	cart       = "cart"
	checkout   = "checkout"
	payment    = "payment"
	shipping   = "shipping"
)

func services() map[string]*service {
	all := map[string]*service{}
	for _, s := range []service{
		{name: storefront, version: "4.12.0", language: "nodejs", pods: 3},
		{name: catalog, version: "2.8.3", language: "go", pods: 2},
		{name: cart, version: "1.8.0", language: "java", pods: 2},
		{name: checkout, version: "3.1.5", language: "go", pods: 2},
		{name: payment, version: "0.9.14", language: "python", pods: 2},
		{name: shipping, version: "1.3.2", language: "rust", pods: 1},
	} {
		s.peers = map[string]*requests{}
		all[s.name] = &s
	}
	return all
}

func (s *service) describe(to pcommon.Map, pod int) {
	to.PutStr("service.name", s.name)
	to.PutStr("service.namespace", "shop")
	to.PutStr("service.version", s.version)
	to.PutStr("service.instance.id", s.pod(pod))
	to.PutStr("deployment.environment.name", "demo")
	to.PutStr("telemetry.sdk.language", s.language)
	to.PutStr("k8s.namespace.name", "shop")
	to.PutStr("k8s.pod.name", s.pod(pod))
	to.PutStr("host.name", fmt.Sprintf("node-%d", 1+pod%2))
	to.PutStr("cloud.region", "eu-central-1")
}

func (s *service) pod(n int) string { return fmt.Sprintf("%s-%c", s.name, 'a'+rune(n%s.pods)) }

// requests counts what a service has answered, since the shop opened.
type requests struct {
	method, route string
	counts        map[int]uint64 // by status
	buckets       []uint64
	seconds       float64
	total         uint64
	slowest       exemplar // since durations were last taken
}

// exemplar is a request that stands for others.
type exemplar struct {
	at    time.Time
	took  time.Duration
	trace pcommon.TraceID
	span  pcommon.SpanID
}

// bounds are the upper bounds of the buckets of durations, in seconds.
func bounds() []float64 {
	return []float64{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10}
}

func (s *service) count(method, route string, status int, e exemplar) {
	took := e.took
	r := s.peers[method+" "+route]
	if r == nil {
		r = &requests{method: method, route: route, counts: map[int]uint64{}, buckets: make([]uint64, len(bounds())+1)}
		s.peers[method+" "+route] = r
	}
	r.counts[status]++
	r.total++
	if took >= r.slowest.took {
		r.slowest = e
	}
	r.seconds += took.Seconds()
	for i, bound := range append(bounds(), took.Seconds()) {
		if took.Seconds() <= bound {
			r.buckets[i]++
			return
		}
	}
}
