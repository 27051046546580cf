package explore_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
)

func TestQueueRunsSoManyAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := explore.NewQueue(explore.QueueOptions{Slots: 3, TeamSlots: 2})
		var leave []func()
		for _, team := range []string{"a", "a", "b"} {
			done, err := q.Enter(t.Context(), team)
			if err != nil {
				t.Fatal(err)
			}
			leave = append(leave, done)
		}
		entered := make(chan string, 3)
		for _, team := range []string{"a", "b", "c"} {
			go enter(t, q, team, entered)
			synctest.Wait()
		}
		if len(entered) != 0 {
			t.Fatalf("%s got in although all slots are taken", <-entered)
		}
		leave[2]() // b's: a has its two, so b's next one is on
		synctest.Wait()
		if got := <-entered; got != "b" || len(entered) != 0 {
			t.Errorf("%s got in, want b alone", got)
		}
		leave[0]()
		synctest.Wait()
		if got := <-entered; got != "a" {
			t.Errorf("%s got in, want a, which waited longest", got)
		}
		leave[1]()
		leave[1]() // a second time changes nothing
		synctest.Wait()
		if got := <-entered; got != "c" {
			t.Errorf("%s got in, want c", got)
		}
	})
}

func enter(t *testing.T, q *explore.Queue, team string, entered chan<- string) {
	if _, err := q.Enter(t.Context(), team); err != nil {
		t.Error(err)
	}
	entered <- team
}

func TestQueueLetsTeamsTakeTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := explore.NewQueue(explore.QueueOptions{Slots: 1})
		leave, err := q.Enter(t.Context(), "noisy")
		if err != nil {
			t.Fatal(err)
		}
		var order []string
		done := make(chan struct{})
		waiting := []string{"noisy", "noisy", "noisy", "quiet", "other", "noisy"}
		for _, team := range waiting {
			go func() {
				leave, err := q.Enter(t.Context(), team)
				if err != nil {
					t.Error(err)
				}
				order = append(order, team)
				leave()
				done <- struct{}{}
			}()
			synctest.Wait()
		}
		leave()
		for range waiting {
			<-done
		}
		if want := []string{"noisy", "quiet", "other", "noisy", "noisy", "noisy"}; !slices.Equal(order, want) {
			t.Errorf("%v, want %v", order, want)
		}
	})
}

func TestQueueRefusesWhatItCanNotHold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := explore.NewQueue(explore.QueueOptions{Slots: 1, TeamWaiting: 2, WaitMax: time.Minute})
		leave, err := q.Enter(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		failed := make(chan error, 2)
		for range 2 {
			go func() {
				_, err := q.Enter(t.Context(), "a")
				failed <- err
			}()
		}
		synctest.Wait()
		if _, err := q.Enter(t.Context(), "a"); fault.KindOf(err) != fault.Limited || fault.From(err).RetryAfter == 0 {
			t.Errorf("%v, want Limited with a hint", err)
		}
		for range 2 { // their time is up
			if err := <-failed; fault.KindOf(err) != fault.Limited {
				t.Errorf("%v, want Limited", err)
			}
		}
		leave()
		if _, err := q.Enter(t.Context(), "a"); err != nil {
			t.Errorf("after all have left: %v", err)
		}
	})
}

func TestQueueForgetsCallersThatLeave(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := explore.NewQueue(explore.QueueOptions{Slots: 1})
		leave, err := q.Enter(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		gone := errors.New("the client is gone")
		ctx, cancel := context.WithCancelCause(t.Context())
		failed := make(chan error, 1)
		go func() {
			_, err := q.Enter(ctx, "b")
			failed <- err
		}()
		synctest.Wait()
		cancel(gone)
		if err := <-failed; !errors.Is(err, gone) {
			t.Errorf("%v, want the cause", err)
		}
		leave()
		for i := range 3 {
			next, err := q.Enter(t.Context(), fmt.Sprint("c", i))
			if err != nil {
				t.Fatal(err)
			}
			next()
		}
	})
}
