import type { Contexto } from '@yupana/contract'

/** The day of the editor tests, at six in the evening. */
export const HOY = '2026-11-20'

/** A company that may issue: a signature, one point of emission with its next number, nothing special. */
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
