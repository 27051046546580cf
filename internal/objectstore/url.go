package objectstore

import (
	"errors"
	"net/url"
	"regexp"
	"strings"
)

// Location is where backups are in an object storage.
type Location struct {
	Bucket   string
	Prefix   string // empty, or ends with a slash
	Endpoint string // host and port
	Region   string
	Insecure bool // plain HTTP
}

var (
	bucketPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$`)
	prefixPattern = regexp.MustCompile(`^[A-Za-z0-9!_.*'()/-]{0,512}$`)
)

var errURL = errors.New("must be s3://bucket/prefix?region=name&endpoint=https://host")

// ParseURL reads s3://bucket/prefix?endpoint=https://host:port&region=name.
// Without an endpoint it is Amazon's of the region.
func ParseURL(text string) (Location, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "s3" || !bucketPattern.MatchString(u.Host) || u.User != nil || u.Fragment != "" {
		return Location{}, errURL
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return Location{}, errURL
	}
	for name := range query {
		if name != "endpoint" && name != "region" {
			return Location{}, errURL
		}
	}
	l := Location{Bucket: u.Host, Prefix: strings.Trim(u.Path, "/"), Region: query.Get("region")}
	if !prefixPattern.MatchString(l.Prefix) {
		return Location{}, errURL
	}
	if l.Prefix != "" {
		l.Prefix += "/"
	}
	if l.Region == "" {
		l.Region = "us-east-1"
	}
	return l, l.reach(query.Get("endpoint"))
}

func (l *Location) reach(endpoint string) error {
	if endpoint == "" {
		l.Endpoint = "s3." + l.Region + ".amazonaws.com"
		return nil
	}
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" || u.Path != "" && u.Path != "/" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" {
		return errURL
	}
	l.Endpoint, l.Insecure = u.Host, u.Scheme == "http"
	return nil
}

// String returns the location without its region: what tells two of them
// apart.
func (l Location) String() string {
	return "s3://" + l.Bucket + "/" + l.Prefix + " at " + l.Endpoint
}
