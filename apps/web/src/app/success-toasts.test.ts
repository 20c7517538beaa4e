import '../testing/browser-stubs.ts'

import type { EmpresaForm, Producto, ProductoForm } from '@yupana/contract'
import { afterEach, expect, it } from 'vitest'
import type * as z from 'zod/mini'

import { PRODUCTOS, saveProducto } from '../domain/producto/producto-save.ts'
import { invite, removeEmpleado, removeInvitacion, saveMenus, toggleStatus } from '../features/empleado/empleado.queries.ts'
import { mailClaveFirma, removeFirma, savePerfil, uploadFirma } from '../features/empresa/empresa.queries.ts'
import { clearNotices, noticeStore } from '../lib/pagina/notices.ts'
import { fakeApi, ok } from '../testing/fake-api.ts'

const ID = '33333333-3333-4333-8333-333333333333'
const OTHER = '44444444-4444-4444-8444-444444444444'
const firma = { file: new File(['x'], 'firma.p12'), pass: 'x', confirmar: false }
const SAVED = 'Guardado exitosamente'

afterEach(clearNotices)

// Routes and texts as in the specification, never our constants.
it.each<[id: string, words: string, route: string, act: () => Promise<unknown>]>([
  ['R-8.13', 'Estado actualizado exitosamente', `PUT /app/business/employee/toggle_status/${ID}`, () => toggleStatus(ID)],
  ['R-8.14', 'Empleado eliminado exitosamente', `DELETE /app/business/employee/delete/${ID}`, () => removeEmpleado(ID)],
  ['R-8.15', 'Menu actualizado exitosamente', 'PUT /app/business/employee/assign_menu', () => saveMenus(ID, ['/producto'])],
  [
    'R-8.16',
    'Perfil de empresa editado exitosamente',
    'POST /app/business_profile/save_empresa_perfil_info',
    () => savePerfil({} as z.input<typeof EmpresaForm>),
  ],
  ['R-8.17', SAVED, 'POST /app/business_profile/carga_firma_electronica', () => uploadFirma(firma, undefined)],
  ['R-8.17', SAVED, `PUT /app/business_profile/carga_firma_electronica/${ID}`, () => uploadFirma(firma, ID)],
  ['R-8.17', SAVED, `DELETE /app/business_profile/certificado/delete/${ID}`, () => removeFirma(ID)],
  ['R-8.18', 'Se ha enviado un correo con la información solicitada', 'GET /app/business_profile/certificado/recover-pass', mailClaveFirma],
  ['R-8.19', 'Invitación eliminada exitosamente', `DELETE /app/invitacion/delete/${ID}`, () => removeInvitacion(ID)],
  ['R-8.20', 'Invitación enviada exitosamente', 'POST /app/invitacion/send', () => invite({ mail: 'ana@ejemplo.ec', rol: 4 }, {})],
  ['R-8.21', 'Producto registrado exitosamente', 'POST /app/productos/create', () => saveProducto({} as ProductoForm, undefined, {})],
  [
    'R-8.22',
    'Producto editado exitosamente',
    'PUT /app/productos/edit',
    () => saveProducto({} as ProductoForm, { id: ID, version: 1 } as Producto, {}),
  ],
  ['R-8.24', 'Producto eliminado exitosamente', `DELETE /app/productos/delete/${ID}`, () => PRODUCTOS.remove([ID])],
  [
    'R-8.25',
    'Productos eliminados exitosamente',
    `DELETE /app/productos/delete-seleted/${ID}%2C${OTHER}`,
    () => PRODUCTOS.remove([ID, OTHER]),
  ],
])('%s «%s» is told of %s, only when its status is the string "200"', async (_, words, route, act) => {
  fakeApi({ [route]: [ok({}, 200), ok({}, '201'), ok({}, null), ok({})] })
  for (const isTold of [false, false, false, true]) {
    await act()
    const told = noticeStore.get().messages.map(({ severity, summary, detail }) => [severity, summary, detail])
    expect(told).toEqual(isTold ? [['success', 'Sistema', words]] : [])
  }
})
