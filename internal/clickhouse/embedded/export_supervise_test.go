package embedded

import "time"

// StartPatience returns how long a start may take.
func StartPatience(limit, used time.Duration) time.Duration { return startPatience(limit, used) }
