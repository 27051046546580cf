package clickhouse

import "time"

// processorTime is not to be had without a call into C.
func processorTime(int) time.Duration { return 0 }
