import type { Certificado, EmpresaPerfil } from '@yupana/contract'

export const buildPerfil = (changes: Partial<EmpresaPerfil> = {}): EmpresaPerfil => ({
  id: '11111111-1111-4111-8111-111111111111', ruc: '1790012345001', razon_social: 'COMERCIAL ANDINA S.A.', nombre_comercial: 'ANDINA', dir_matriz: 'Quito',
  telefono: null, correo: 'andina@ejemplo.ec', obligado_contabilidad: true, condiciones_confirmadas_en: '2026-01-02T15:00:00Z', ambiente: 'SIMULADOR', dias_fecha_anterior: 0, gran_contribuyente: null, inactividad_minutos: null, tiene_logo: false,
  pausada_motivo: null, version: 3, condiciones: [{ tipo: 'REGIMEN', desde: '2022-01-01', hasta: null, valor: 'GENERAL' }], ...changes,
})

export const buildCertificado = (changes: Partial<Certificado> = {}): Certificado => ({
  id: '55555555-5555-4555-8555-555555555555', filename: 'firma.p12', expirationDate: '2028-01-31', titular: 'LUCÍA ANDRADE', emisor: 'CN=AUTORIDAD', entidad: 'Security Data',
  serial: '123456', identificacion: '1790012345001', rsa_bits: 2048, desde: '2026-01-31T05:00:00Z', hasta: '2028-02-01T04:59:59Z', huella: 'ab12', confirmado_sin_ruc: false,
  activo: true, subido_en: '2026-02-01T00:00:00Z', dias_restantes: 400, aviso_caducidad: null, apto: true, rechazos: [], avisos: [], ...changes,
})
