package audit

import (
	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

// Nouns returns how the log shows what is recorded: things as the store has
// them, and the facts of them. Retention and telemetry have no thing.
func Nouns() map[org.AuditSubjectKind]func(fill func(thing any)) (org.Facts, error) {
	return map[org.AuditSubjectKind]func(fill func(any)) (org.Facts, error){
		org.SubjectDashboard:    noun(showDashboard),
		org.SubjectAlert:        noun(showAlert),
		org.SubjectSource:       noun(showSource),
		org.SubjectConnection:   noun(showConnection),
		org.SubjectSavedSearch:  noun(showSavedSearch),
		org.SubjectWebhook:      noun(showWebhook),
		org.SubjectDelivery:     noun(showDelivery),
		org.SubjectTeam:         noun(showTeam),
		org.SubjectRole:         noun(showRole),
		org.SubjectService:      noun(showService),
		org.SubjectIngestionKey: noun(sure(showIngestionKey)),
		org.SubjectInvitation:   noun(sure(showInvitation)),
		org.SubjectShareLink:    noun(both(showShareLink)),
		org.SubjectAccessKey:    noun(both(showAccessKey)),
		org.SubjectPasswordLink: noun(both(showPasswordLink)),
		org.SubjectSession: noun(both(func(v access.Session, user access.User) seen {
			one, all := showSession(v, user), showSessions([]access.Session{v}, user)
			return seen{one.name, org.Facts{"one": one.facts, "all": all.facts}}
		})),
		org.SubjectMember: noun(sure(func(v member) seen {
			return showMember(v.User, v.Seat, showTwoFactor(v.SecondFactor, []string{v.RecoveryCodeHash}))
		})),
	}
}

// member is all that is kept of somebody in a team.
type member struct {
	User             access.User
	Seat             access.Seat
	SecondFactor     access.SecondFactor
	RecoveryCodeHash string
}

type pair[A, B any] struct {
	A A
	B B
}

func noun[T any](show func(T) (seen, error)) func(fill func(any)) (org.Facts, error) {
	return func(fill func(any)) (org.Facts, error) {
		var thing T
		fill(&thing)
		state, err := show(thing)
		return state.facts, err
	}
}

func sure[T any](show func(T) seen) func(T) (seen, error) {
	return func(v T) (seen, error) { return show(v), nil }
}

func both[A, B any](show func(A, B) seen) func(pair[A, B]) (seen, error) {
	return func(v pair[A, B]) (seen, error) { return show(v.A, v.B), nil }
}
