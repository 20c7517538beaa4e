// The signature of a company: its upload, and the notices about it.
export { avisosDeFirma, dismissAvisoDeFirma } from './aviso-firma.service.ts'
export { upload } from './certificado.service.ts'
