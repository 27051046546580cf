package stackwire

import (
	"reflect"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// Describe makes the API's document describe the domain's types by what they
// look like on the wire. Call it before operations are registered.
func Describe(api *httpx.API) {
	httpx.DescribeAs[stack.AlertSource, httpx.Enum[alertSources]](api)
	httpx.DescribeAs[stack.AlertState, httpx.Enum[alertStates]](api)
	httpx.DescribeAs[stack.ThresholdType, httpx.Enum[thresholdTypes]](api)
	httpx.DescribeAs[stack.NoData, httpx.Enum[noDataReadings]](api)
	httpx.DescribeAs[stack.Interval, httpx.Enum[intervals]](api)
	httpx.DescribeAs[query.Granularity, httpx.Enum[granularities]](api)
	httpx.DescribeAs[query.Language, httpx.Enum[languages]](api)
	httpx.DescribeAs[savedLanguage, httpx.Enum[savedLanguages]](api)
	httpx.DescribeAs[query.Aggregate, httpx.Enum[aggFns]](api)
	httpx.DescribeAs[query.MetricType, httpx.Enum[metricTypes]](api)
	httpx.DescribeAs[stack.Color, httpx.Enum[colors]](api)
	httpx.DescribeAs[stack.Operator, httpx.Enum[operators]](api)
	httpx.DescribeAs[stack.DisplayType, httpx.Enum[displayTypes]](api)
	httpx.DescribeAs[stack.SourceKind, httpx.Enum[sourceKinds]](api)
	httpx.DescribeAs[stack.WebhookService, httpx.Enum[webhookServices]](api)
	httpx.DescribeAs[alerting.NoticeKind, httpx.Enum[noticeKinds]](api)
	httpx.DescribeAs[alerting.MessageStatus, httpx.Enum[messageStatuses]](api)
	httpx.DescribeAs[alerting.Outcome, httpx.Enum[outcomes]](api)
	httpx.DescribeAs[alerting.HistoryKind, httpx.Enum[historyKinds]](api)
	httpx.DescribeAs[stack.Action, httpx.Enum[actions]](api)
	httpx.DescribeAs[stack.Subject, httpx.Enum[subjects]](api)
	httpx.DescribeAs[stack.Integration, httpx.Enum[integrations]](api)
	httpx.DescribeAs[stack.Conditions, map[string]any](api)
	httpx.DescribeAs[org.AuditActorKind, httpx.Enum[auditActorKinds]](api)
	httpx.DescribeAs[org.AuditDoor, httpx.Enum[auditDoors]](api)
	httpx.DescribeAs[org.AuditSubjectKind, httpx.Enum[auditSubjectKinds]](api)
	httpx.DescribeAs[org.AuditOutcome, httpx.Enum[auditOutcomes]](api)
	httpx.DescribeAs[stack.Opt[string], httpx.Optional[string]](api)
	httpx.DescribeAs[stack.Opt[int], httpx.Optional[int]](api)
	httpx.DescribeAs[stack.Opt[time.Time], httpx.Optional[time.Time]](api)
	httpx.DescribeAs[stack.Opt[stack.NoData], httpx.Optional[stack.NoData]](api)
	httpx.DescribeAs[stack.Opt[stack.Interval], httpx.Optional[stack.Interval]](api)
	httpx.DescribeAs[AlertText, AlertBody](api)
	httpx.DescribeAs[stack.Opt[query.Language], httpx.Optional[savedLanguage]](api)
	httpx.DescribeAs[stack.SentTiles, []TileBody](api)
	httpx.DescribeAs[stack.AskedTile, AskedTileBody](api)
	httpx.DescribeAs[stack.TileFilter, TileFilterBody](api)
	httpx.DescribeAs[stack.TileVariable, TileVariableBody](api)
	httpx.DescribeAs[stack.ConfigTree, anyConfig](api)
	httpx.DescribeAs[stack.SeriesTree, []map[string]any](api)
	httpx.DescribeAs[stack.Config, anyConfig](api)
	httpx.DescribeAs[stack.RuleValue, httpx.AnyOf[ruleValues]](api)
}

// savedLanguage is the language of a dashboard's saved query.
type savedLanguage string

type (
	alertSources    struct{}
	alertStates     struct{}
	thresholdTypes  struct{}
	noDataReadings  struct{}
	intervals       struct{}
	granularities   struct{}
	languages       struct{}
	savedLanguages  struct{}
	aggFns          struct{}
	metricTypes     struct{}
	colors          struct{}
	operators       struct{}
	displayTypes    struct{}
	sourceKinds     struct{}
	webhookServices struct{}
	noticeKinds     struct{}
	messageStatuses struct{}
	outcomes        struct{}
	historyKinds    struct{}
	actions         struct{}
	subjects        struct{}
	integrations    struct{}

	auditActorKinds   struct{}
	auditDoors        struct{}
	auditSubjectKinds struct{}
	auditOutcomes     struct{}
)

func (alertSources) Words() []string    { return words(stack.AlertSources()) }
func (alertStates) Words() []string     { return words(stack.AlertStates()) }
func (thresholdTypes) Words() []string  { return words(stack.ThresholdTypes()) }
func (noDataReadings) Words() []string  { return words(stack.NoDataReadings()) }
func (intervals) Words() []string       { return words(stack.Intervals()) }
func (granularities) Words() []string   { return words(query.ViewGranularities()) }
func (languages) Words() []string       { return words(query.WhereLanguages()) }
func (savedLanguages) Words() []string  { return words(stack.SavedQueryLanguages()) }
func (aggFns) Words() []string          { return words(query.Aggregates()) }
func (metricTypes) Words() []string     { return words(query.MetricTypes()) }
func (colors) Words() []string          { return words(stack.Colors()) }
func (operators) Words() []string       { return words(stack.Operators()) }
func (displayTypes) Words() []string    { return words(stack.DisplayTypes()) }
func (sourceKinds) Words() []string     { return words(stack.SourceKinds()) }
func (webhookServices) Words() []string { return words(stack.WebhookServices()) }
func (noticeKinds) Words() []string     { return words(alerting.NoticeKinds()) }
func (messageStatuses) Words() []string { return words(alerting.MessageStatuses()) }
func (outcomes) Words() []string        { return words(alerting.Outcomes()) }
func (historyKinds) Words() []string    { return words(alerting.HistoryKinds()) }
func (actions) Words() []string         { return words(stack.Actions()) }
func (subjects) Words() []string        { return words(stack.Subjects()) }
func (integrations) Words() []string    { return words(stack.Integrations()) }

func (auditActorKinds) Words() []string   { return words(org.AuditActorKinds()) }
func (auditDoors) Words() []string        { return words(org.AuditDoors()) }
func (auditSubjectKinds) Words() []string { return words(org.AuditSubjectKinds()) }
func (auditOutcomes) Words() []string     { return words(org.AuditOutcomes()) }

func words[T ~string](list []T) []string {
	return Shown(list, func(word T) string { return string(word) })
}

// anyConfig is the config of a tile, one shape per display type.
type anyConfig = httpx.AnyOf[configs]

type configs struct{}

func (configs) Shapes() []reflect.Type { return stack.ConfigTypes() }

// ruleValues is what a colour rule compares with.
type ruleValues struct{}

func (ruleValues) Shapes() []reflect.Type {
	return []reflect.Type{reflect.TypeFor[float64](), reflect.TypeFor[[]float64](), reflect.TypeFor[string]()}
}
