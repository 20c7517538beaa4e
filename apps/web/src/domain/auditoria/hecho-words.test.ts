import { expect, it } from 'vitest'

import { accionText, cambiosOf, quienText } from './hecho-words.ts'

it('says what was done in words, also what nobody listed', () =>
  expect([accionText('persona.editar'), accionText('bodega.mover_todo')]).toEqual(['Cambió una persona', 'Mover todo bodega']))

it('O-14 names both who worked and in whose name', () => {
  expect(quienText({ quien: 'Ana Pérez', actor: 'Soporte' })).toBe('Soporte (soporte), en nombre de Ana Pérez')
  expect([quienText({ quien: 'Ana Pérez', actor: null }), quienText({ quien: null, actor: null })]).toEqual(['Ana Pérez', 'El sistema'])
})

it('shows each changed field with what it was before, amounts and days as people read them', () => {
  const detalle = {
    price: [10_000_000, 12_500_000],
    activo: [true, false],
    direccion: [null, 'Quito'],
    desde: ['2026-01-31', '2026-02-01'],
    correos: [[], ['a@b.ec', 'c@d.ec']],
  }
  expect(cambiosOf({ accion: 'producto.editar', detalle })).toEqual([
    { campo: 'precio', antes: '$10.00', valor: '$12.50' },
    { campo: 'activo', antes: 'sí', valor: 'no' },
    { campo: 'dirección', antes: '(vacío)', valor: 'Quito' },
    { campo: 'desde', antes: '31/01/2026', valor: '01/02/2026' },
    { campo: 'correos', antes: '(vacío)', valor: 'a@b.ec, c@d.ec' },
  ])
  expect(cambiosOf({ accion: 'empresa.ambiente', detalle: { de: 'PRUEBAS', a: 'PRODUCCION' } })).toEqual([
    { campo: 'de', valor: 'PRUEBAS' },
    { campo: 'a', valor: 'PRODUCCION' },
  ])
})

it('an update of many products names its fields, and in the history of one what each of them was', () => {
  const accion = 'producto.actualizar'
  expect(cambiosOf({ accion, detalle: { productos: 2, campos: ['name', 'price'] } })).toEqual([
    { campo: 'productos', valor: '2' },
    { campo: 'campos', valor: 'name, price' },
  ])
  expect(cambiosOf({ accion, detalle: { price: [10_000_000, 12_500_000] } })).toEqual([
    { campo: 'precio', antes: '$10.00', valor: '$12.50' },
  ])
})

it('names of fields are written as people write them', () =>
  expect(
    cambiosOf({ accion: 'caja.abrir', detalle: { numero: '1', codigo: 'A', descripcion: 'B', metodo: 'C', regimen: 'D' } }).map(
      ({ campo }) => campo,
    ),
  ).toEqual(['número', 'código', 'descripción', 'método', 'régimen']))

it('a move of a document is called by where it led, with where it came from, why, and what the SRI said', () => {
  const accion = 'documento.rechazado'
  const detalle = { estado: ['ENVIANDO', 'RECHAZADO'], causa: 'Recepción: código 39', sri: ['39: FIRMA INVALIDA'] }
  expect([accionText(accion), accionText('documento.tardia'), accionText('documento.anular')]).toEqual([
    'No autorizado',
    'Respuesta tardía',
    'Solicitó la anulación',
  ])
  expect(cambiosOf({ accion, detalle })).toEqual([
    { campo: 'estado', antes: 'Enviándose al SRI', valor: 'No autorizado' },
    { campo: 'causa', valor: 'Recepción: código 39' },
    { campo: 'el SRI dice', valor: '39: FIRMA INVALIDA' },
  ])
})

it('the state of a request for a signature or of an order of the store is said as its own screen says it', () =>
  expect(
    ['firma.revisar', 'orden.decidir', 'documento.rechazado'].map((accion) => cambiosOf({ accion, detalle: { estado: 'EN_REVISION' } })[0]),
  ).toEqual([
    { campo: 'estado', valor: 'En revisión' },
    { campo: 'estado', valor: 'Comprobante en revisión' },
    { campo: 'estado', valor: 'EN_REVISION' },
  ]))

it('both states of a quote are said as its list says them', () =>
  expect(cambiosOf({ accion: 'cotizacion.estado', detalle: { estado: ['BORRADOR', 'ENVIADA'] } })[0]).toEqual({
    campo: 'estado',
    valor: 'Borrador, Enviada',
  }))
