package cloudapi

import (
	"bytes"
	"context"
	"encoding/csv"
	"strconv"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
)

const csvType = "text/csv; charset=utf-8"

// usageCostOperation returns JSON, or CSV to who asks for it.
func usageCostOperation() httpx.Operation {
	op := get("getUsageCost", organizationPath+"/usageCost", "Usage cost", "Get organization usage cost")
	op.Description = "A grand total and the daily usage cost records per entity, for at most 31 days. All dates are evaluated in UTC. " +
		"Days in the future have no records; a day is locked, and final, 72 hours after its end."
	op.Produces = []string{"application/json", csvType}
	return op
}

type usageCostInput struct {
	InOrganization
	FromDate string   `query:"from_date" required:"true" doc:"First day of the report, YYYY-MM-DD."`
	ToDate   string   `query:"to_date" required:"true" doc:"Last day of the report, YYYY-MM-DD; at most 30 days after from_date."`
	Filter   []string `query:"filter,explode" maxItems:"50" doc:"tag:Key=Value; may be repeated."`
}

func (a *API) getUsageCost(ctx context.Context, in *usageCostInput, media string) (httpx.Formatted[usageCost, string], error) {
	var out httpx.Formatted[usageCost, string]
	period, err := org.ParseReportPeriod(in.FromDate, in.ToDate)
	if err != nil {
		return out, err
	}
	filter, err := org.ParseTagFilter(in.Filter)
	if err != nil {
		return out, err
	}
	report, err := a.cloud.UsageCost(ctx, in.OrganizationID, period, filter)
	if err != nil {
		return out, err
	}
	out.Value = usageCost{GrandTotal: units(report.GrandTotal), GrandTotalCHC: units(report.GrandTotal), Costs: shown(report.Costs, showCost)}
	if media == csvType {
		out.Raw = &httpx.Raw{ContentType: csvType, Body: costsText(report.Costs)}
	}
	return out, nil
}

// usageCost is a report on the wire.
type usageCost struct {
	GrandTotal    float64           `json:"grandTotalUnits"`
	GrandTotalCHC float64           `json:"grandTotalCHC" doc:"The same, under the name that existing clients expect."`
	Costs         []usageCostRecord `json:"costs"`
}

// usageCostRecord is a UsageCostRecord on the wire.
type usageCostRecord struct {
	Date            string      `json:"date" format:"date"`
	EntityType      string      `json:"entityType" enum:"datawarehouse,service,pipe"`
	EntityID        string      `json:"entityId" format:"uuid"`
	EntityName      string      `json:"entityName"`
	ServiceID       *string     `json:"serviceId" format:"uuid" doc:"null for a warehouse."`
	DataWarehouseID string      `json:"dataWarehouseId" format:"uuid"`
	Locked          bool        `json:"locked" doc:"Whether the record is final."`
	Total           float64     `json:"totalUnits" doc:"The sum of the metrics."`
	TotalCHC        float64     `json:"totalCHC" doc:"The same, under the name that existing clients expect."`
	Metrics         costMetrics `json:"metrics"`
}

// costMetrics has every amount under its name and under the one that existing
// clients read.
type costMetrics struct {
	Backup                       float64 `json:"backupUnits"`
	Compute                      float64 `json:"computeUnits"`
	DataTransfer                 float64 `json:"dataTransferUnits"`
	InitialLoad                  float64 `json:"initialLoadUnits"`
	InterRegionTier1DataTransfer float64 `json:"interRegionTier1DataTransferUnits"`
	InterRegionTier2DataTransfer float64 `json:"interRegionTier2DataTransferUnits"`
	InterRegionTier3DataTransfer float64 `json:"interRegionTier3DataTransferUnits"`
	InterRegionTier4DataTransfer float64 `json:"interRegionTier4DataTransferUnits"`
	PublicDataTransfer           float64 `json:"publicDataTransferUnits"`
	Storage                      float64 `json:"storageUnits"`

	BackupCHC                       float64 `json:"backupCHC"`
	ComputeCHC                      float64 `json:"computeCHC"`
	DataTransferCHC                 float64 `json:"dataTransferCHC"`
	InitialLoadCHC                  float64 `json:"initialLoadCHC"`
	InterRegionTier1DataTransferCHC float64 `json:"interRegionTier1DataTransferCHC"`
	InterRegionTier2DataTransferCHC float64 `json:"interRegionTier2DataTransferCHC"`
	InterRegionTier3DataTransferCHC float64 `json:"interRegionTier3DataTransferCHC"`
	InterRegionTier4DataTransferCHC float64 `json:"interRegionTier4DataTransferCHC"`
	PublicDataTransferCHC           float64 `json:"publicDataTransferCHC"`
	StorageCHC                      float64 `json:"storageCHC"`
}

// units returns the number whose shortest decimal is the amount's: below nine
// thousand million units no two amounts share one.
func units(a org.Amount) float64 {
	number, _ := strconv.ParseFloat(a.String(), 64)
	return number
}

func showCost(r org.CostRecord) usageCostRecord {
	return usageCostRecord{
		Date: r.Day.String(), EntityType: string(r.Entity.Type), EntityID: r.Entity.ID, EntityName: r.Entity.Name,
		ServiceID: orNil(r.Entity.ServiceID), DataWarehouseID: r.Entity.WarehouseID, Locked: r.Locked, Total: units(r.Total), TotalCHC: units(r.Total),
		Metrics: showMetrics(r.Metrics),
	}
}

func showMetrics(m org.Metrics) costMetrics {
	shown := costMetrics{
		Backup: units(m.Backup), Compute: units(m.Compute), DataTransfer: units(m.DataTransfer), InitialLoad: units(m.InitialLoad),
		InterRegionTier1DataTransfer: units(m.InterRegionTier1DataTransfer), InterRegionTier2DataTransfer: units(m.InterRegionTier2DataTransfer),
		InterRegionTier3DataTransfer: units(m.InterRegionTier3DataTransfer), InterRegionTier4DataTransfer: units(m.InterRegionTier4DataTransfer),
		PublicDataTransfer: units(m.PublicDataTransfer), Storage: units(m.Storage),
	}
	shown.BackupCHC = shown.Backup
	shown.ComputeCHC = shown.Compute
	shown.DataTransferCHC = shown.DataTransfer
	shown.InitialLoadCHC = shown.InitialLoad
	shown.InterRegionTier1DataTransferCHC = shown.InterRegionTier1DataTransfer
	shown.InterRegionTier2DataTransferCHC = shown.InterRegionTier2DataTransfer
	shown.InterRegionTier3DataTransferCHC = shown.InterRegionTier3DataTransfer
	shown.InterRegionTier4DataTransferCHC = shown.InterRegionTier4DataTransfer
	shown.PublicDataTransferCHC = shown.PublicDataTransfer
	shown.StorageCHC = shown.Storage
	return shown
}

// costsText writes the records as CSV, one line each under a line of names.
func costsText(records []org.CostRecord) []byte {
	var b bytes.Buffer
	table := csv.NewWriter(&b)
	// A bytes.Buffer takes everything.
	_ = table.Write([]string{
		"date", "entityType", "entityId", "entityName", "serviceId", "dataWarehouseId", "locked", "totalUnits",
		"backupUnits", "computeUnits", "dataTransferUnits", "initialLoadUnits",
		"interRegionTier1DataTransferUnits", "interRegionTier2DataTransferUnits",
		"interRegionTier3DataTransferUnits", "interRegionTier4DataTransferUnits", "publicDataTransferUnits", "storageUnits",
	})
	for _, r := range records {
		m := r.Metrics
		_ = table.Write([]string{
			r.Day.String(), string(r.Entity.Type), r.Entity.ID, r.Entity.Name, r.Entity.ServiceID, r.Entity.WarehouseID,
			strconv.FormatBool(r.Locked), r.Total.String(),
			m.Backup.String(), m.Compute.String(), m.DataTransfer.String(), m.InitialLoad.String(),
			m.InterRegionTier1DataTransfer.String(), m.InterRegionTier2DataTransfer.String(),
			m.InterRegionTier3DataTransfer.String(), m.InterRegionTier4DataTransfer.String(),
			m.PublicDataTransfer.String(), m.Storage.String(),
		})
	}
	table.Flush()
	return b.Bytes()
}
