// The signature of a company: uploading one, and what its people are told of it.
export { avisosDeFirma, dismissAvisoDeFirma } from './aviso-firma.service.ts'
export { upload } from './certificado.service.ts'
