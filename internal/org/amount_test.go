package org_test

import (
	"encoding/json"
	"errors"
	"math"
	"testing"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

func TestAmountJSON(t *testing.T) {
	t.Parallel()
	f := func(amount org.Amount, want string) {
		t.Helper()
		got, err := json.Marshal(amount)
		if err != nil || string(got) != want {
			t.Errorf("Marshal(%d) = %s, %v, want %s", int64(amount), got, err, want)
		}
		var back org.Amount
		if err := json.Unmarshal(got, &back); err != nil || back != amount {
			t.Errorf("Unmarshal(%s) = %d, %v, want %d", got, int64(back), err, int64(amount))
		}
	}
	f(0, "0")
	f(675_000, "0.675")
	f(12_000_000, "12")
	f(1, "0.000001")
	f(1_350_000, "1.35")
	f(-1, "-0.000001")
	f(-2_500_000, "-2.5")
	f(10_000_010, "10.00001")
	f(math.MaxInt64, "9223372036854.775807")
	f(math.MinInt64, "-9223372036854.775808")
}

func TestAmountRefusesOtherJSON(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`"1"`, `1e2`, `null`, `{}`} {
		amount := org.Amount(7)
		if err := json.Unmarshal([]byte(text), &amount); err == nil || amount != 7 {
			t.Errorf("Unmarshal(%s) = %s, %v", text, amount, err)
		}
	}
}

func TestParseAmount(t *testing.T) {
	t.Parallel()
	f := func(text string, want org.Amount, ok bool) {
		t.Helper()
		got, err := org.ParseAmount(text)
		if (err == nil) != ok || got != want {
			t.Errorf("ParseAmount(%q) = %d, %v", text, int64(got), err)
		}
		if !ok && fault.KindOf(err) != fault.Invalid {
			t.Errorf("ParseAmount(%q): %v, want Invalid", text, err)
		}
	}
	f("0.025", 25_000, true)
	f("3", 3_000_000, true)
	f("1.500000", 1_500_000, true)
	f("", 0, false)
	f("-", 0, false)
	f(".5", 0, false)
	f("5.", 0, false)
	f("1e3", 0, false)
	f("0.0000001", 0, false)
	f("+1", 0, false)
	f("1 ", 0, false)
	f("--1", 0, false)
	f("9223372036855", 0, false)
	f("00000000000000000000000000000000001", 0, false)
}

func TestAmountPlusIsChecked(t *testing.T) {
	t.Parallel()
	f := func(a, b, want org.Amount, ok bool) {
		t.Helper()
		got, err := a.Plus(b)
		if got != want || (err == nil) != ok || (!ok && !errors.Is(err, org.ErrAmountOverflow)) {
			t.Errorf("%d + %d = %d, %v", int64(a), int64(b), int64(got), err)
		}
	}
	f(1, 2, 3, true)
	f(math.MaxInt64, 0, math.MaxInt64, true)
	f(math.MaxInt64, -1, math.MaxInt64-1, true)
	f(math.MaxInt64, 1, 0, false)
	f(math.MinInt64, -1, 0, false)
	f(math.MinInt64, math.MaxInt64, -1, true)
}

func FuzzParseAmount(f *testing.F) {
	for _, seed := range []string{"0", "0.675", "-12.5", "1e3", "9223372036854.775807", "٣"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		amount, err := org.ParseAmount(text)
		if err != nil {
			return
		}
		if back, err := org.ParseAmount(amount.String()); err != nil || back != amount {
			t.Errorf("ParseAmount(%q) = %s, which is read as %s, %v", text, amount, back, err)
		}
	})
}
