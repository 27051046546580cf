package peer

import "context"

// agentBytesMax bounds what is kept of the name that a client gives itself.
const agentBytesMax = 512

type agentKey struct{}

// WithAgent returns a context that carries the User-Agent of the client.
func WithAgent(ctx context.Context, agent string) context.Context {
	return context.WithValue(ctx, agentKey{}, agent[:min(len(agent), agentBytesMax)])
}

// Agent returns the User-Agent of the client of the context, which can claim
// anything; empty outside of a request.
func Agent(ctx context.Context) string {
	agent, _ := ctx.Value(agentKey{}).(string)
	return agent
}
