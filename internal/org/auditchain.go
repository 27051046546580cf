package org

import (
	"fmt"
	"time"
)

// AuditChain is what a walk over a team's audit log found, from the newest
// record to the oldest. The zero value stands before the newest.
type AuditChain struct {
	Records   int64     // how many were walked and are good
	Since     time.Time // of the oldest of those; zero: there is none
	Last      AuditRecord
	BrokenAt  *ChainError // the newest record that is not what was written; nil: none was found
	Beginning bool        // the walk came to the first record
	oldest    AuditRecord
}

// Walk goes on with older records, in descending order of their sequence, and
// reports whether there is a reason to go on.
func (c *AuditChain) Walk(records []AuditRecord) bool {
	for _, r := range records {
		if problem := c.problem(r); problem != "" {
			c.BrokenAt = &ChainError{Sequence: r.Sequence, ID: r.ID, Problem: problem}
			return false
		}
		if c.Records == 0 {
			c.Last = r
		}
		c.Records++
		c.Since, c.oldest = r.At, r
		c.Beginning = r.Sequence == 1
	}
	return len(records) > 0 && !c.Beginning
}

// End says that there are no older records: a log that does not come to its
// first record has lost what was before.
func (c *AuditChain) End() {
	if c.BrokenAt == nil && c.Records > 0 && !c.Beginning {
		c.BrokenAt = &ChainError{Sequence: c.oldest.Sequence, ID: c.oldest.ID, Problem: "the records before it are missing"}
	}
}

// Whole reports whether every record back to the first is what was written.
func (c *AuditChain) Whole() bool { return c.BrokenAt == nil && (c.Beginning || c.Records == 0) }

// problem returns what is wrong with a record that stands before the oldest
// that was walked.
func (c *AuditChain) problem(r AuditRecord) string {
	switch {
	case c.Records > 0 && r.Sequence != c.oldest.Sequence-1:
		return fmt.Sprintf("is followed by record %d", c.oldest.Sequence)
	case c.Records > 0 && r.Hash != c.oldest.PrevHash:
		return "is not the one that the next record follows"
	case r.Hash != SealAudit(r.PrevHash, r):
		return "was altered"
	case r.Sequence == 1 && r.PrevHash != Hash{}:
		return "is not the first that was written"
	default:
		return ""
	}
}
