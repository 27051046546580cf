package ql_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/ql"
)

func TestFunctionTableIsSortedAndComplete(t *testing.T) {
	t.Parallel()
	all := ql.Functions()
	if len(all) < 150 {
		t.Fatalf("%d functions", len(all))
	}
	if !slices.IsSortedFunc(all, func(a, b ql.Function) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the table is not sorted by name")
	}
	seen := map[string]bool{}
	for _, f := range all {
		checkFunction(t, f)
		if folded := strings.ToLower(f.Name); seen[folded] {
			t.Errorf("%s is there twice", f.Name)
		} else {
			seen[folded] = true
		}
	}
}

func checkFunction(t *testing.T, f ql.Function) {
	t.Helper()
	if f.ArgsMin < 0 || f.ArgsMax < f.ArgsMin || f.ArgsMax > ql.ListItemsMax {
		t.Errorf("%s: %d to %d arguments", f.Name, f.ArgsMin, f.ArgsMax)
	}
	switch f.Class {
	case ql.Scalar, ql.Aggregate:
	case ql.LambdaTaking:
		if f.ArgsMin < 2 {
			t.Errorf("%s: a lambda alone is no call", f.Name)
		}
	default:
		t.Errorf("%s: class %q", f.Name, f.Class)
	}
	if f.Params != ql.ParamsNone && f.Class != ql.Aggregate {
		t.Errorf("%s: parameters without being an aggregate", f.Name)
	}
	if !strings.HasSuffix(f.Description, ".") || len(f.Description) < 10 || len(f.Description) > 90 {
		t.Errorf("%s: description %q", f.Name, f.Description)
	}
	if got, found := ql.Lookup(f.Name); !found || got != f {
		t.Errorf("Lookup(%s) = %+v, %t", f.Name, got, found)
	}
}

func TestLookupMindsLetterCase(t *testing.T) {
	t.Parallel()
	f := func(name, want string) {
		t.Helper()
		got, found := ql.Lookup(name)
		if got.Name != want && found || found != (want != "") {
			t.Errorf("Lookup(%q) = %q, %t", name, got.Name, found)
		}
	}
	f("count", "count")
	f("COUNT", "count")
	f("Count", "count")
	f("NULLIF", "nullIf")
	f("nullif", "nullIf")
	f("toString", "toString")
	f("tostring", "")
	f("TOSTRING", "")
	f("countif", "")
	f("", "")
	f(" ", "")
	f("abs ", "")
	f("abs 1 scalar", "")
	f("\nabs", "")
	f("a", "")
	f("fil", "")
}

// The names below reach files, tables, settings, servers or time, take
// function or type names as strings, or make much of little.
const dangerous = `
	file url urlCluster s3 s3Cluster gcs hdfs azureBlobStorage remote remoteSecure cluster clusterAllReplicas merge
	mysql postgresql sqlite mongodb redis odbc jdbc deltaLake iceberg hudi input generateRandom numbers numbers_mt
	zeros view viewExplain values null loop executable dictionary dictGet dictGetString dictGetOrDefault dictHas
	dictIsIn dictGetHierarchy joinGet joinGetOrNull getSetting getSettingOrDefault getServerSetting
	getMergeTreeSetting getMacro getClientHTTPHeader getServerPort getOSKernelVersion hostName hostname fqdn FQDN
	fullHostName version uptime timezone serverTimezone serverUUID currentUser user current_user currentDatabase
	database currentProfiles currentRoles enabledRoles queryID initialQueryID connectionId displayName buildId tcpPort
	filesystemAvailable filesystemCapacity filesystemUnreserved hasColumnInTable showCertificate transactionID
	zookeeperSessionUptime sleep sleepEachRow throwIf ignore identity materialize catboostEvaluate evalMLMethod
	modelEvaluate initializeAggregation finalizeAggregation arrayReduce arrayReduceInRanges arrayFold
	runningAccumulate aggThrow nothing repeat range space randomString randomFixedString randomPrintableASCII
	arrayWithConstant arrayResize arrayJoin leftPad rightPad lpad rpad format formatRow toFixedString bitShiftLeft
	editDistance levenshteinDistance multiMatchAny multiFuzzyMatchAny ngramDistance ngrams rand rand32 rand64
	generateUUIDv4 generateUUIDv7 generateSnowflakeID generateSerialID encrypt decrypt tryDecrypt logTrace
	addressToLine addressToSymbol demangle aiGenerate aiEmbed chdb formatQuery JSONExtract accurateCast reinterpret
	defaultValueOfTypeName getSubcolumn dumpColumnStructure in notIn globalIn nullIn groupArrayInsertAt flameGraph
	naiveBayesClassifier structureToProtobufSchema fuzzBits fuzzQuery indexHint rowNumberInAllBlocks blockNumber
	lagInFrame leadInFrame sumState sumMerge countMerge uniqState mapPopulateSeries timeSeriesRange`

func TestDangerousFunctionsAreNotThere(t *testing.T) {
	t.Parallel()
	for name := range strings.FieldsSeq(dangerous) {
		for _, spelled := range []string{name, strings.ToLower(name), strings.ToUpper(name)} {
			if _, found := ql.Lookup(spelled); found {
				t.Errorf("%s is allowed", spelled)
			}
		}
		for _, call := range []string{"%()", "%(a)", "%('x', 1)", "lower(%(a))", "`%`(a)", "% ('x')"} {
			text := strings.ReplaceAll(call, "%", name)
			if node, err := parseAggregate(text); err == nil {
				t.Errorf("%s is accepted as %s", text, ql.Shape(node))
			}
		}
	}
}
