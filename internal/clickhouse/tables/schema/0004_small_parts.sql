-- Small loads make small parts, one per table and batch. They are merged with
-- each other before they are merged into a large one: the heuristic that is
-- switched off takes small parts from the end of what was chosen for a merge,
-- which left the large part and a single small one, again and again; and a merge
-- takes more parts at once. Marks of substreams cost a part of less than 10 MiB a
-- file, and save nothing worth mentioning when it is read.

ALTER TABLE {{stored "logs"}}
MODIFY SETTING
    merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
    write_marks_for_substreams_in_compact_parts = 0,
    merge_selector_base = 8;

ALTER TABLE {{stored "spans"}}
MODIFY SETTING
    merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
    write_marks_for_substreams_in_compact_parts = 0,
    merge_selector_base = 8;

ALTER TABLE {{stored "metrics_gauge"}}
MODIFY SETTING
    merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
    write_marks_for_substreams_in_compact_parts = 0,
    merge_selector_base = 8;

ALTER TABLE {{stored "metrics_sum"}}
MODIFY SETTING
    merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
    write_marks_for_substreams_in_compact_parts = 0,
    merge_selector_base = 8;

ALTER TABLE {{stored "metrics_histogram"}}
MODIFY SETTING
    merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
    write_marks_for_substreams_in_compact_parts = 0,
    merge_selector_base = 8;

ALTER TABLE {{stored "metrics_exponential_histogram"}}
MODIFY SETTING
    merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
    write_marks_for_substreams_in_compact_parts = 0,
    merge_selector_base = 8;

ALTER TABLE {{stored "metrics_summary"}}
MODIFY SETTING
    merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
    write_marks_for_substreams_in_compact_parts = 0,
    merge_selector_base = 8;
