import { describe, expect, it } from 'vitest'

import { Registro } from './comprobante-calls.contract.ts'
import { FacturaForm } from './documento.contract.ts'
import { Destinatario } from './guia-remision.contract.ts'
import { Modificado } from './nota.contract.ts'
import { ReembolsoForm } from './reembolso.contract.ts'
import { DocSustentoForm } from './retencion.contract.ts'

const PUERTAS = {
  'the document that a note changes': Modificado.shape.numero,
  'the guía of a factura': FacturaForm.shape.guia_remision,
  'a reembolso': ReembolsoForm.shape.numero,
  'the sustento of a retención': DocSustentoForm.shape.numero,
  'the sustento of a guía': Destinatario.shape.sustento.def.innerType.shape.numero,
  'a document that is registered': Registro.shape.numero,
}

describe('O-57: nobody issues a number of which a part is zero', () => {
  it.each(Object.entries(PUERTAS))('%s', (_name, numero) => {
    for (const text of ['000-001-000000001', '001-000-000000001', '001-001-000000000'])
      expect(numero.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
        'Establecimiento y punto van desde 001, y el secuencial desde 000000001.',
      ])
    expect(numero.safeParse('001-001-1').error?.issues).toHaveLength(1)
    expect(numero.safeParse('001-001-000000001').success).toBe(true)
  })
})
