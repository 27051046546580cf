package stackroutes

import (
	"context"
	"encoding/json"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stackwire"
)

const (
	mediaNDJSON    = "application/x-ndjson"
	auditExportMax = 10 * time.Minute
)

const auditDescription = "Only admins may read it. Responds with a page as JSON or, if Accept asks for it, with all records as newline-delimited JSON."

// auditInput says which records are wanted.
type auditInput struct{ stackwire.AuditPaging }

type auditReply = httpx.Formatted[[]stackwire.AuditRecord, stackwire.AuditMeta]

func (r *routes) listAuditRecords(ctx context.Context, in *auditInput, media string) (auditReply, error) {
	filter, err := in.Filter()
	if err != nil {
		return auditReply{}, err
	}
	if media == mediaNDJSON || in.Format == "ndjson" {
		caller, err := access.Require(ctx, access.AuditRead)
		return auditReply{Raw: &httpx.Raw{ContentType: mediaNDJSON, Write: func(s *httpx.Stream) error {
			return r.Resources.EachAudit(access.WithPrincipal(s.Context(), caller), filter, auditLines(s))
		}}}, err
	}
	records, err := r.Resources.Audit(ctx, filter, in.Cursor, in.Limit)
	return auditReply{WithMeta: stackwire.PageAudit(records, in.Limit)}, err
}

// auditLines returns a function that sends records, each on a line of its own.
func auditLines(s *httpx.Stream) func([]org.AuditRecord) error {
	lines := json.NewEncoder(s)
	lines.SetEscapeHTML(false)
	return func(records []org.AuditRecord) error {
		for _, record := range records {
			if err := lines.Encode(stackwire.ShowAuditRecord(record)); err != nil {
				return err
			}
		}
		return nil
	}
}

func (r *routes) getAuditChain(ctx context.Context, _ *Nothing) (httpx.Reply[stackwire.AuditChain], error) {
	chain, err := r.Resources.AuditChain(ctx)
	return stackwire.ReplyAuditChain(chain), err
}
