package httpx

// SettleLiterals is settleLiterals.
func SettleLiterals(text []byte) ([]byte, error) { return settleLiterals(text) }
