package cloud

import (
	"time"

	"github.com/cairnstack/cairn/internal/org"
)

func organizationFacts(o org.Organization) facts {
	endpoints := make([]facts, len(o.PrivateEndpoints))
	for i, e := range o.PrivateEndpoints {
		endpoints[i] = facts{"id": e.ID, "description": e.Description, "cloudProvider": e.Provider, "region": e.Region}
	}
	return facts{"name": o.Name, "privateEndpoints": endpoints, "enableCoreDumps": o.EnableCoreDumps}
}

func serviceFacts(s org.Service) facts {
	tags := map[string]string{}
	for _, tag := range s.Tags {
		tags[tag.Key] = tag.Value
	}
	return facts{
		"name": s.Name, "provider": s.Provider, "region": s.Region, "state": s.State, "tags": tags,
		"ipAccessList": append([]org.IPRule{}, s.IPAccessList...), "privateEndpointIds": append([]string{}, s.PrivateEndpointIDs...),
		"dataWarehouseId": s.WarehouseID, "isReadonly": s.IsReadonly, "releaseChannel": s.ReleaseChannel,
		"enableCoreDumps": s.EnableCoreDumps, "mysqlEnabled": s.MySQLEnabled, "complianceType": s.ComplianceType,
		"autoscalingMode": s.Scaling.Mode, "minReplicaMemoryGb": s.Scaling.MinReplicaMemoryGB,
		"maxReplicaMemoryGb": s.Scaling.MaxReplicaMemoryGB, "numReplicas": s.Scaling.NumReplicas,
		"minReplicas": s.Scaling.MinReplicas, "maxReplicas": s.Scaling.MaxReplicas,
		"idleScaling": s.Scaling.IdleScaling, "idleTimeoutMinutes": s.Scaling.IdleTimeoutMinutes,
		"backupPeriodInHours": s.Backup.PeriodHours, "backupRetentionPeriodInHours": s.Backup.RetentionHours,
		"backupStartTime": s.Backup.StartTime, "upgradeWindow": windowFacts(s.UpgradeWindow),
		"queryEndpoint": queryFacts(s.QueryEndpoint), "tier": s.Tier,
	}
}

func windowFacts(w *org.UpgradeWindow) any {
	if w == nil {
		return nil
	}
	return facts{"weekday": w.Weekday, "startHourUtc": w.StartHourUTC}
}

func queryFacts(e *org.QueryEndpoint) any {
	if e == nil {
		return nil
	}
	return facts{"roles": e.Roles, "openApiKeys": e.KeyIDs, "allowedOrigins": e.AllowedOrigins}
}

func keyFacts(k org.Key) facts {
	f := facts{
		"name": k.Name, "roles": k.Roles, "customRoles": namesOf(k.CustomRoles), "state": k.State, "keySuffix": k.KeyIDSuffix,
		"ipAccessList": append([]org.IPRule{}, k.IPAccessList...),
	}
	if !k.ExpireAt.IsZero() {
		f["expireAt"] = k.ExpireAt.Format(time.RFC3339)
	}
	return f
}

func reverseFacts(e org.ReverseEndpoint) facts {
	return facts{
		"type": e.Target.Type, "description": e.Description, "status": e.Status, "statusReason": e.StatusReason,
		"customPrivateDnsNames": append([]string{}, e.CustomDNSNames...),
	}
}

func memberFacts(m org.Member) facts {
	return facts{"email": m.Email, "role": m.Role, "roles": namesOf(m.CustomRoles)}
}

func invitationFacts(i org.Invitation) facts {
	return facts{"email": i.Email, "role": i.Role, "roles": namesOf(i.CustomRoles), "expireAt": i.ExpireAt.Format(time.RFC3339)}
}
