package clickhouse

import "strconv"

// Setting is one setting of the engine by its name there.
type Setting struct {
	Name  string
	Value string
}

// The users of the embedded engine, by role.
const (
	WriterUser = "cairn_writer"
	ReaderUser = "cairn_reader"
	AdminUser  = "cairn_admin"
)

// How long a write and a statement of administration may take in the engine, how
// long a server waits for the others of a cluster to carry out such a statement,
// and how many queries a role may run there at once.
const (
	writeSecondsMax = 60
	adminSecondsMax = 600
	ddlSecondsMax   = 60
	RoleQueriesMax  = 64
	ReadThreadsMax  = 64
)

// How long and how complex a statement may be: several texts at the limits of
// the languages are one statement, and its words become long in it.
const (
	statementBytesMax    = 1 << 20
	statementElementsMax = 200_000
)

// RoleSettings returns the settings under which a role works, the same for
// the embedded engine (pinned in the role's profile) and for an external one
// (sent with each call).
func RoleSettings(role Role, ceiling Limits) []Setting {
	switch role {
	case Writer:
		return writerSettings(ceiling.MemoryBytes)
	case Reader:
		return readerSettings(ceiling)
	case Admin:
		return adminSettings(ceiling.MemoryBytes)
	}
	return nil
}

// writerSettings make an insert synchronous, deduplicated by its token and
// confined to one partition, so that it is stored whole or not at all.
func writerSettings(memoryBytes int64) []Setting {
	return []Setting{
		{"async_insert", "0"},
		{"insert_deduplicate", "1"},
		{"deduplicate_blocks_in_dependent_materialized_views", "1"},
		{"distributed_foreground_insert", "1"},
		{"max_partitions_per_insert_block", "1"},
		{TimeLimit, strconv.Itoa(writeSecondsMax)},
		{memoryLimit, strconv.FormatInt(memoryBytes, 10)},
	}
}

// readerSettings are the limits and the plan choices that were measured for
// the layout of the telemetry tables.
func readerSettings(ceiling Limits) []Setting {
	settings := append(ceiling.settings(), []Setting{
		{"max_query_size", strconv.Itoa(statementBytesMax)},
		{"max_ast_elements", strconv.Itoa(statementElementsMax)},
		{"result_overflow_mode", "throw"},
		{"read_overflow_mode", "throw"},
		{"timeout_overflow_mode", "throw"},
		{"allow_introspection_functions", "0"},
		{"read_in_order_use_buffering", "0"},
		{"read_in_order_use_virtual_row", "0"},
		{"use_statistics", "0"},
		{"use_skip_indexes_on_data_read", "0"},
		{"compile_expressions", "0"},
		{"compile_aggregate_expressions", "0"},
		{"query_plan_optimize_lazy_materialization", "1"},
		{"use_uncompressed_cache", "1"},                 // of reads that are small: the newest rows are looked at again and again
		{"low_cardinality_allow_in_native_format", "0"}, // texts are texts in responses
		{"allow_experimental_time_series_aggregate_functions", "1"},
	}...)
	// Last, so that a server which applies them one by one takes the others.
	return append(settings, Setting{"readonly", "1"})
}

func adminSettings(memoryBytes int64) []Setting {
	return []Setting{
		{TimeLimit, strconv.Itoa(adminSecondsMax)},
		{memoryLimit, strconv.FormatInt(memoryBytes, 10)},
		{"async_insert", "0"},
		{"allow_introspection_functions", "0"},
		{"distributed_foreground_insert", "1"},
		{"distributed_ddl_task_timeout", strconv.Itoa(ddlSecondsMax)},
	}
}

// Constraint is a setting that the reader may change, within bounds, although
// everything else is fixed. An empty bound is none.
type Constraint struct {
	Name, Min, Max string
}

// ReaderConstraints let a read lower its own limits and never raise them.
// Zero would mean "no limit", hence the lower bound.
func ReaderConstraints(ceiling Limits) []Constraint {
	var constraints []Constraint
	for _, limit := range ceiling.settings() {
		smallest := "1"
		if limit.Name == TimeLimit {
			smallest = "0.001"
		}
		constraints = append(constraints, Constraint{limit.Name, smallest, limit.Value})
	}
	return append(constraints,
		Constraint{Name: threadsSetting, Min: "1", Max: strconv.Itoa(ReadThreadsMax)},
		Constraint{Name: spillSetting, Min: "1", Max: strconv.Itoa(spillBytesMax)},
		Constraint{Name: "log_comment"},
	)
}
