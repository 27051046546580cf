package access

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// Names and place of what an installation begins with.
const (
	DefaultTeamName         = "Default"
	DefaultOrganizationName = "Default"
	DefaultServiceName      = "Default"
	DefaultProvider         = org.ProviderAWS
	DefaultRegion           = "us-east-1"
)

// ErrInstalled says that the installation has its first user already.
var ErrInstalled = fault.New(fault.Conflict, "the installation is set up already")

// InstallStore keeps what an installation begins with.
type InstallStore interface {
	// ClaimInstallation takes the right to set up, once for ever; a second
	// claim waits for the first one's transaction and returns Conflict.
	ClaimInstallation(ctx context.Context, at time.Time) error
	CreateOrganization(ctx context.Context, o org.Organization) error
	AddOrganizationMember(ctx context.Context, organizationID, userID string, role org.Role, at time.Time) error
	CreateService(ctx context.Context, s org.Service) error
	CreateCloudKey(ctx context.Context, k org.Key) error
	// OrganizationOfTeam returns the owner of the service that owns the team.
	OrganizationOfTeam(ctx context.Context, teamID string) (org.Organization, error)
}

// Installation is a fresh installation with the secrets that are shown once.
type Installation struct {
	User           User
	TeamID         string
	OrganizationID string
	ServiceID      string
	KeyID          string
	KeySecret      string
	AccessKey      string
	IngestionKey   string
}

// Install prepares an empty installation in one transaction: the first user,
// the default organization, its default service and that service's team, and
// one key of each kind. An installation that has a user is ErrInstalled.
func (s *Service) Install(ctx context.Context, first NewUser) (Installation, error) {
	user, err := s.firstAccount(ctx, first)
	if err != nil {
		return Installation{}, err
	}
	return s.installFor(ctx, user)
}

func (s *Service) installFor(ctx context.Context, user User) (made Installation, err error) {
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		err := s.Store.ClaimInstallation(ctx, s.Now())
		if fault.KindOf(err) == fault.Conflict {
			return ErrInstalled
		}
		if err != nil {
			return err
		}
		made, err = s.install(ctx, user)
		return err
	})
	return made, err
}

// firstAccount returns the first account, not stored yet, unless there is one
// already.
func (s *Service) firstAccount(ctx context.Context, first NewUser) (User, error) {
	installed, err := s.Installed(ctx)
	if err != nil {
		return User{}, err
	}
	if installed {
		return User{}, ErrInstalled
	}
	return s.newAccount(ctx, first)
}

func (s *Service) install(ctx context.Context, user User) (Installation, error) {
	if err := s.Store.CreateUser(ctx, user); err != nil {
		return Installation{}, err
	}
	made := Installation{User: user}
	ctx = WithPrincipal(ctx, Principal{UserID: user.ID, Kind: TokenSession}) // for the audit log
	for _, step := range []func(context.Context, *Installation) error{
		s.installTeam, s.installOrganization, s.installService, s.installKeys,
	} {
		if err := step(ctx, &made); err != nil {
			return Installation{}, err
		}
	}
	return made, nil
}

func (s *Service) installTeam(ctx context.Context, made *Installation) error {
	id, err := stack.NewID(s.Random, s.Now())
	if err != nil {
		return err
	}
	made.TeamID = id
	team := stack.Team{ID: id, Name: DefaultTeamName, CreatedAt: s.Now(), Version: 1}
	if err := s.Store.CreateTeam(ctx, team); err != nil {
		return err
	}
	return s.Store.AddTeamMember(ctx, id, made.User.ID, "", s.Now())
}

func (s *Service) installOrganization(ctx context.Context, made *Installation) error {
	id, err := uuid.NewRandomFromReader(s.Random)
	if err != nil {
		return err
	}
	made.OrganizationID = id.String()
	organization := org.Organization{ID: made.OrganizationID, Name: DefaultOrganizationName, CreatedAt: s.Now(), Version: 1}
	if err := s.Store.CreateOrganization(ctx, organization); err != nil {
		return err
	}
	return s.Store.AddOrganizationMember(ctx, made.OrganizationID, made.User.ID, org.RoleAdmin, s.Now())
}

func (s *Service) installService(ctx context.Context, made *Installation) error {
	id, err := uuid.NewRandomFromReader(s.Random)
	if err != nil {
		return err
	}
	warehouse, err := uuid.NewRandomFromReader(s.Random)
	if err != nil {
		return err
	}
	made.ServiceID = id.String()
	neverIdle := false
	service, err := org.NewService(org.ServiceInput{
		Name: DefaultServiceName, Provider: DefaultProvider, Region: DefaultRegion,
		Scaling: org.ScalingPatch{IdleScaling: &neverIdle},
	}, org.ServiceIDs{
		ID: made.ServiceID, OrganizationID: made.OrganizationID, TeamID: made.TeamID, WarehouseID: warehouse.String(),
	}, s.Now())
	if err != nil {
		return err
	}
	service.State, service.Version = org.ServiceRunning, 1
	return s.Store.CreateService(ctx, service)
}

func (s *Service) installKeys(ctx context.Context, made *Installation) error {
	var err error
	own := AccessKey{UserID: made.User.ID, TeamID: made.TeamID, Name: "default"}
	if _, made.AccessKey, err = s.CreateAccessKey(ctx, own); err != nil {
		return err
	}
	if _, made.IngestionKey, err = s.CreateIngestionKey(ctx, made.TeamID, "default"); err != nil {
		return err
	}
	key := org.Key{OrganizationID: made.OrganizationID, Name: "default", Roles: []org.Role{org.RoleAdmin}}
	cloud, err := s.CreateCloudKey(ctx, key)
	made.KeyID, made.KeySecret = cloud.KeyID, cloud.KeySecret
	return err
}

// Installed reports whether the installation has its first user.
func (s *Service) Installed(ctx context.Context) (bool, error) {
	users, err := s.Store.CountUsers(ctx)
	return users > 0, err
}
