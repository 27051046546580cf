package files

// partKinds lists the parts of a dashboard whose ids the server gives.
func partKinds() []string { return []string{"tiles", "filters"} }

// pairs says, for each part of a dashboard's file in its order, which live
// part it means; an empty id is a new one. In a file, parts may do without
// ids; then they are told by their names.
type pairs map[string][]partPair

// partPair is a part of a file and the live part that it means.
type partPair struct{ fileID, liveID string }

func partsOf(r Resource, kind string) []map[string]any {
	list, _ := r.Body[kind].([]any)
	var parts []map[string]any
	for _, item := range list {
		part, _ := item.(map[string]any)
		parts = append(parts, part)
	}
	return parts
}

func idOf(part map[string]any) string {
	id, _ := part["id"].(string)
	return id
}

// pairParts pairs the parts of a file with the live ones: by what was noted,
// by equal ids, then by equal names in their order.
func pairParts(file, found Resource, noted map[string]string) pairs {
	all := pairs{}
	for _, kind := range partKinds() {
		inFile, inLive := partsOf(file, kind), partsOf(found, kind)
		m := &matcher{used: map[string]bool{}, inFile: inFile, inLive: inLive, liveIDs: make([]string, len(inFile))}
		m.pair(func(f, l map[string]any) bool { return idOf(f) != "" && noted[kind+"/"+idOf(f)] == idOf(l) })
		m.pair(func(f, l map[string]any) bool { return idOf(f) == idOf(l) })
		m.pair(func(f, l map[string]any) bool { return f["name"] == l["name"] })
		for i, part := range inFile {
			all[kind] = append(all[kind], partPair{idOf(part), m.liveIDs[i]})
		}
	}
	return all
}

// matcher pairs two lists, each item once.
type matcher struct {
	inFile, inLive []map[string]any
	liveIDs        []string
	used           map[string]bool
}

func (m *matcher) pair(same func(inFile, inLive map[string]any) bool) {
	for i, f := range m.inFile {
		for _, l := range m.inLive {
			if m.liveIDs[i] == "" && !m.used[idOf(l)] && same(f, l) {
				m.liveIDs[i], m.used[idOf(l)] = idOf(l), true
			}
		}
	}
}

// inOrder pairs the parts of a file with those of the answer to it, which have
// the same order.
func inOrder(file, answered Resource) pairs {
	all := pairs{}
	for _, kind := range partKinds() {
		made := partsOf(answered, kind)
		for i, part := range partsOf(file, kind) {
			if i < len(made) {
				all[kind] = append(all[kind], partPair{idOf(part), idOf(made[i])})
			}
		}
	}
	return all
}

// byID returns the live id of a part by its id in the file.
func (p pairs) byID(kind, fileID string) string {
	for _, one := range p[kind] {
		if one.fileID == fileID {
			return one.liveID
		}
	}
	return ""
}

// put gives the parts of a body their live ids.
func (p pairs) put(body map[string]any) {
	for kind, list := range p {
		for i, part := range partsOf(Resource{Body: body}, kind) {
			if i < len(list) && list[i].liveID != "" {
				part["id"] = list[i].liveID
			}
		}
	}
}

// noted returns the pairs by the ids of the file, as they are remembered.
func (p pairs) noted() map[string]string {
	out := map[string]string{}
	for kind, list := range p {
		for _, one := range list {
			if one.fileID != "" && one.fileID != one.liveID {
				out[kind+"/"+one.fileID] = one.liveID
			}
		}
	}
	return out
}
