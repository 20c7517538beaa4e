import { describe, expect, it } from 'vitest'

import { AjusteCorreoForm } from './ajuste-correo.contract.ts'
import { CLASES_CORREO, claseOf, llenarPlantilla, PLANTILLA, problemaDePlantilla } from './plantilla-correo.ts'

const VALORES = {
  receptor: 'ANA {total}',
  empresa: 'X',
  ruc: '1',
  comprobante: 'Factura',
  numero: '001',
  fecha: '20/11/2026',
  total: '$1.00',
  clave: '9',
}
const vacio = { asunto: '', texto: '' }
const form = (change: object = {}, factura: object = vacio, guia: object = vacio) => ({
  version: 0,
  ...change,
  textos: { factura, nota_credito: vacio, nota_debito: vacio, liquidacion_compra: vacio, retencion: vacio, guia_remision: guia },
})
const problems = (value: unknown) =>
  (AjusteCorreoForm.safeParse(value).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('places of a text', () => {
  it('are filled once: a value that looks like one stays as it is', () =>
    expect(llenarPlantilla('{receptor}, {total}', VALORES)).toBe('ANA {total}, $1.00'))

  it('the standard texts use none that is unknown', () => {
    for (const { id, tipo } of CLASES_CORREO) {
      expect(claseOf(tipo)).toBe(id)
      for (const plantilla of Object.values(PLANTILLA[id])) expect(problemaDePlantilla(plantilla, id)).toBeUndefined()
    }
  })

  it('an unknown one is refused by name, and one that this kind has not', () => {
    expect(problems(form({}, { asunto: 'Su {factura}', texto: '' }))).toEqual([
      expect.stringMatching(/^textos\.factura\.asunto: \{factura\} no es un campo\. Puede usar \{receptor\}, /),
    ])
    expect(problems(form({}, vacio, { asunto: '', texto: 'Vale {total}' }))).toEqual([
      expect.stringMatching(/^textos\.guia_remision\.texto: \{total\} no es un campo de este comprobante\./),
    ])
    expect(problems(form({}, { asunto: '', texto: 'Hola {numero' }))).toEqual([expect.stringContaining('Hay una llave sin su pareja')])
  })
})

describe('settings of the mails', () => {
  it('nothing written is the standard: undefined', () => {
    expect(AjusteCorreoForm.parse(form({ remitente: '', pie: '\n' }))).toEqual({
      version: 0,
      remitente: undefined,
      responder_a: [],
      copia: [],
      pie: undefined,
      recibo_al_cobrar: false,
      textos: Object.fromEntries(CLASES_CORREO.map(({ id }) => [id, { asunto: undefined, texto: undefined }])),
    })
  })

  it('keeps line breaks of a text, of whatever system', () =>
    expect(AjusteCorreoForm.parse(form({}, { asunto: '', texto: 'Hola\r\n\r\n{receptor}\r' })).textos.factura.texto).toBe(
      'Hola\n\n{receptor}',
    ))

  it.each([
    ['a line break in the sender', { remitente: 'X\r\nBcc: a@b.ec' }, 'remitente'],
    ['an address in the sender', { remitente: 'Banco <a@b.ec>' }, 'remitente'],
    ['a long sender', { remitente: 'x'.repeat(101) }, 'remitente'],
    ['two addresses in one', { responder_a: ['a@b.ec, c@d.ec'] }, 'responder_a.0'],
    ['a header in an address', { copia: ['a@b.ec\r\nBcc: c@d.ec'] }, 'copia.0'],
    ['four copies', { copia: ['a@b.ec', 'b@b.ec', 'c@b.ec', 'd@b.ec'] }, 'copia'],
    ['a control in the foot', { pie: 'a\u0000b' }, 'pie'],
    ['a hidden mark in the foot', { pie: 'a\u202Eb' }, 'pie'],
    ['a long foot', { pie: 'x'.repeat(501) }, 'pie'],
  ])('refuses %s, naming the field', (_name, change, campo) =>
    expect(problems(form(change))[0]).toMatch(new RegExp(`^${campo}: (?!Invalid)`)),
  )

  it('refuses a line break in a subject and a text that is too long', () => {
    expect(problems(form({}, { asunto: 'a\nb', texto: '' }))).toEqual(['textos.factura.asunto: No se permiten saltos de línea.'])
    expect(problems(form({}, { asunto: '', texto: 'x'.repeat(4001) }))).toEqual(['textos.factura.texto: 4000 caracteres máximos.'])
  })
})
