/** Of a list of what others issued: those that the SRI says their issuer voided since. */
export const ANULADO_OPTIONS = [{ value: 'true', label: 'Anulados por el emisor' }]
