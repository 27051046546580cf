package cloud

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

// MeasureTimeout is how long a request waits for the engine's figures; after
// it they are left out.
const MeasureTimeout = 2 * time.Second

// Stored is what a team keeps in the engine.
type Stored struct {
	Bytes uint64
	Rows  uint64
}

// Meter reads what teams store, by team id.
type Meter interface {
	Stored(ctx context.Context) (map[string]Stored, error)
}

// Measured is a service with what is known of it.
type Measured struct {
	org.Service
	Stored *Stored // nil: not known now
}

// MeasureServices returns the organization's services with what they store,
// oldest first.
func (c *Cloud) MeasureServices(ctx context.Context, organizationID string) ([]Measured, error) {
	if _, err := c.organization(ctx, access.ServicesRead, organizationID); err != nil {
		return nil, err
	}
	services, err := c.Store.ServicesOf(ctx, organizationID)
	if err != nil {
		return nil, err
	}
	return c.measure(ctx, seen(ctx, access.ServicesRead, services, idOf)), nil
}

// MeasureService returns the organization's service with what it stores.
func (c *Cloud) MeasureService(ctx context.Context, organizationID, id string) (Measured, error) {
	s, err := c.readService(ctx, access.ServicesRead, organizationID, id)
	if err != nil {
		return Measured{}, err
	}
	return c.measure(ctx, []org.Service{s})[0], nil
}

// measure leaves the figures out when the engine does not answer: the cloud
// API does not depend on it.
func (c *Cloud) measure(ctx context.Context, services []org.Service) []Measured {
	stored, known := c.stored(ctx)
	measured := make([]Measured, len(services))
	for i, s := range services {
		measured[i] = Measured{Service: s}
		if known {
			figures := stored[s.TeamID]
			measured[i].Stored = &figures
		}
	}
	return measured
}

func (c *Cloud) stored(ctx context.Context) (map[string]Stored, bool) {
	if c.Meter == nil {
		return nil, false
	}
	ctx, cancel := context.WithTimeout(ctx, MeasureTimeout)
	defer cancel()
	stored, err := c.Meter.Stored(ctx)
	return stored, err == nil
}
