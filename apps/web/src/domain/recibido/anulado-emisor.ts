/** Filter for documents of others: those whose issuer voided them by the SRI's answer. */
export const ANULADO_OPTIONS = [{ value: 'true', label: 'Anulados por el emisor' }]
