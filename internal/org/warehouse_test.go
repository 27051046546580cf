package org_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/org"
)

func TestWarehouse(t *testing.T) {
	t.Parallel()
	primary := service()
	in := serviceInput()
	in.WarehouseID = primary.WarehouseID
	second, err := org.NewService(in, org.ServiceIDs{ID: "second", WarehouseID: "unused"}, start())
	if err != nil {
		t.Fatal(err)
	}
	if second.IsPrimary || second.WarehouseID != primary.WarehouseID {
		t.Errorf("second service: %+v", second)
	}
	wantPaths(t, "own warehouse", org.CheckWarehouseJoin(primary, nil))
	wantPaths(t, "join", org.CheckWarehouseJoin(second, []org.Service{primary}))
	wantPaths(t, "unknown warehouse", org.CheckWarehouseJoin(second, nil), "dataWarehouseId")
	far := second
	far.Region = "us-west-2"
	wantPaths(t, "elsewhere", org.CheckWarehouseJoin(far, []org.Service{primary}), "dataWarehouseId")
	full := append(make([]org.Service, org.ServicesPerWarehouseMax-1), primary)
	wantConflict(t, "full", org.CheckWarehouseJoin(second, full), "20 services of a warehouse")
	leaving := primary
	leaving.State = org.ServiceTerminating
	wantConflict(t, "going", org.CheckWarehouseJoin(second, []org.Service{leaving}), "being deleted")

	members := []org.Service{primary, second}
	wantConflict(t, "primary first", org.CheckWarehouseLeave(primary, members), "primary service")
	wantPaths(t, "second first", org.CheckWarehouseLeave(second, members))
	wantPaths(t, "primary last", org.CheckWarehouseLeave(primary, members[:1]))
}
