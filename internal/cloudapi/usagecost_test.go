package cloudapi_test

import (
	"encoding/csv"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/audit"
	"github.com/cairnstack/cairn/internal/metering"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// metered returns a house on 5 November 2026 whose service used something on
// the 1st and the 2nd.
func metered(t *testing.T, options apptest.Options) *house {
	t.Helper()
	clock := testkit.NewClock(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC))
	// A meter that runs would name owners by what their services said a moment ago.
	options.Now, options.Adjust = clock.Now, func(c *app.Config) { c.NoStack, c.NoUI, c.NoMetering = true, true, true }
	h := newHouse(t, options)
	testkit.Run(t, h.base, []testkit.Scenario{{
		Name: "tagged", Method: http.MethodPatch, Path: h.service, Headers: h.admin,
		Body: `{"tags":{"add":[{"key":"env","value":"prod"}]}}`, Status: 200,
	}})
	clock.Advance(4*24*time.Hour + time.Minute)
	store := h.Access().Store.(*audit.Store).Store
	services, err := store.ServicesOf(t.Context(), h.Installation.OrganizationID)
	if err != nil {
		t.Fatal(err)
	}
	s := services[0]
	owner := metering.Owner{
		ServiceID: s.ID, OrganizationID: s.OrganizationID, WarehouseID: s.WarehouseID, Name: s.Name,
		Tags: []org.Tag{{Key: "env", Value: "prod"}}, IsPrimary: true, CreatedAt: s.CreatedAt,
	}
	if err := store.SaveUsageOwners(t.Context(), []metering.Owner{owner}, clock.Now()); err != nil {
		t.Fatal(err)
	}
	var readings []metering.Reading
	for _, day := range []int{1, 2} {
		hour := time.Date(2026, 11, day, 5, 0, 0, 0, time.UTC)
		readings = append(readings,
			metering.Reading{ServiceID: s.ID, Hour: hour, Kind: metering.StoredBytes, Value: 730_000_000_000},
			metering.Reading{ServiceID: s.ID, Hour: hour, Kind: metering.CPUMicros, Epoch: "e", Value: 3_600_000_000},
			metering.Reading{ServiceID: s.ID, Hour: hour, Kind: metering.AnsweredBytes, Epoch: "e", Value: 1_000_000_001})
	}
	if err := store.SaveReadings(t.Context(), readings); err != nil {
		t.Fatal(err)
	}
	return h
}

func TestUsageCost(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := metered(t, options)
		get := func(name, query string, status int, contains ...string) testkit.Scenario {
			return testkit.Scenario{Name: name, Path: h.organization + "/usageCost" + query, Headers: h.admin, Status: status, Contains: contains}
		}
		testkit.Run(t, h.base, []testkit.Scenario{
			get("two days", "?from_date=2026-11-01&to_date=2026-11-02", 200, `"grandTotalUnits":0.55,`,
				`{"date":"2026-11-01","entityType":"service","entityId":"`+h.Installation.ServiceID+`","entityName":"Default","serviceId":"`+h.Installation.ServiceID,
				`"locked":true,"totalUnits":0.25,"totalCHC":0.25,`, `"grandTotalCHC":0.55`, `"computeCHC":0.15`, `"storageCHC":0.025`, `"computeUnits":0.15`, `"publicDataTransferUnits":0.1`, `"storageUnits":0.025`,
				`"entityName":"Default warehouse","serviceId":null`, `"locked":false`),
			get("31 days", "?from_date=2026-11-01&to_date=2026-12-01", 200, `"grandTotalUnits":`),
			get("the future", "?from_date=2027-01-01&to_date=2027-01-31", 200, `"result":{"grandTotalUnits":0,"grandTotalCHC":0,"costs":[]}`),
			get("before all", "?from_date=2020-01-01&to_date=2020-01-31", 200, `"costs":[]`),
			get("by tag", "?from_date=2026-11-01&to_date=2026-11-01&filter=tag:env=prod", 200, `"grandTotalUnits":0.275,`),
			get("by another tag", "?from_date=2026-11-01&to_date=2026-11-01&filter=tag:env=test", 200, `"costs":[]`),
			get("32 days are 400", "?from_date=2026-11-01&to_date=2026-12-02", 400, "to_date: must not be more than 30 days after from_date"),
			get("end before begin is 400", "?from_date=2026-11-02&to_date=2026-11-01", 400, "to_date: must not be before from_date"),
			get("no dates are 400", "", 400, "from_date: is required", "to_date: is required"),
			get("empty dates are 400", "?from_date=&to_date=", 400, "from_date", "to_date"),
			get("impossible date is 400", "?from_date=2026-02-29&to_date=2026-03-01", 400, "from_date: must be a calendar date"),
			get("time stamp is 400", "?from_date=2026-11-01T00:00:00Z&to_date=2026-11-02", 400, "from_date: must be a calendar date"),
			get("date twice is 400", "?from_date=2026-11-01&from_date=2026-11-01&to_date=2026-11-02", 400, "from_date: must be given once"),
			get("malformed filter is 400", "?from_date=2026-11-01&to_date=2026-11-02&filter=prod", 400, "filter: must have the form tag:Key=Value"),
		})
	})
}

func TestUsageCostAsCSV(t *testing.T) {
	t.Parallel()
	h := metered(t, apptest.Options{})
	call := testkit.Scenario{Path: h.organization + "/usageCost?from_date=2026-11-01&to_date=2026-11-02", Headers: with(h.admin, "Accept", "text/csv")}
	answer := call.Send(t, h.base)
	if answer.Status != http.StatusOK || !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/csv") {
		t.Fatalf("%d %s %s", answer.Status, answer.Header.Get("Content-Type"), answer.Body)
	}
	lines, err := csv.NewReader(strings.NewReader(answer.Body)).ReadAll()
	if err != nil || len(lines) != 5 {
		t.Fatalf("%d lines, %v:\n%s", len(lines), err, answer.Body)
	}
	if lines[0][0] != "date" || lines[1][0] != "2026-11-01" || lines[1][3] != "Default" || lines[1][7] != "0.25" {
		t.Errorf("the table begins with %v and %v", lines[0], lines[1])
	}
}
