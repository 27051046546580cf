/** Where the ingestion key of a new installation is kept until the page is left; it is shown only once. */
export const firstKey = ['first-ingestion-key'];
