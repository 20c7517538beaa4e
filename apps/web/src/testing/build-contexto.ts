import type { Contexto } from '@yupana/contract'

/** The day on which the editors of documents are tried, at six in the evening. */
export const HOY = '2026-11-20'

/** A company that may issue: its signature, one point of emission with its next number, and nothing out of the ordinary. */
export const buildContexto = (changes: Partial<Contexto> = {}, siguiente = 8): Contexto => ({
  hoy: HOY,
  ambiente: 'SIMULADOR',
  condiciones: [],
  materiales: [],
  certificado: { apto: true, dias_restantes: 90 },
  puntos: [{ establecimiento: '001', punto: '001', descripcion: null, canton: null, direccion: 'Quito', siguiente }],
  empresa: {
    ruc: '1790012345001',
    razon_social: 'X',
    nombre_comercial: null,
    dir_matriz: 'Quito',
    obligado_contabilidad: true,
    condiciones_confirmadas: true,
    dias_fecha_anterior: 0,
    tiene_logo: false,
  },
  ...changes,
})
