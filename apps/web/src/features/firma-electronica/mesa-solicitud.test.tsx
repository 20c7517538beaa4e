import '../../testing/browser-stubs.ts'

import { moveFirma, observeFirma, type SolicitudFirmaRevisada } from '@yupana/contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { held, ok } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { signedIn } from '../../testing/shell-api.ts'

const empresa_id = '55555555-5555-4555-8555-555555555555'
const id = '66666666-6666-4666-8666-666666666666'
const build = (estado: SolicitudFirmaRevisada['estado'], version: number) => ({
  id,
  empresa_id,
  empresa: 'ANDINA',
  ruc: '1790012345001',
  tipo: 'NATURAL',
  anios: 1,
  estado,
  datos: {},
  observacion_datos: null,
  fecha: '2026-06-15',
  documentos: [
    { clase: 'SELFIE', archivo: { nombre: 'yo.png', tipo: 'image/png', tamano: 9, subido_en: '2026-06-15T15:00:00Z' }, observacion: null },
  ],
  texto_video: null,
  pago: null,
  por_usar: [],
  comprobado: [],
  paquete_en: null,
  historia: [],
  entidad: null,
  valida_desde: null,
  valida_hasta: null,
  archivos_borrados_en: null,
  version,
  creada_en: '2026-06-15T15:00:00Z',
})

it('what is looked at and written stays when a request is taken, and is gone once it was sent', async () => {
  const taken = held(ok(build('EN_REVISION', 2)))
  signedIn(
    { rol: { id: 0, name: 'SUPER_ADMIN' }, menus: [{ to: '/administracion/firmas', label: 'Solicitudes de Firma' }] },
    {
      [`GET /app/v1/administracion/firma/ver/${empresa_id}/${id}`]: ok(build('ENVIADA', 1)),
      [`GET /app/v1/administracion/firma/documento/${empresa_id}/${id}?clase=SELFIE`]: 'silence',
      [`${moveFirma.method} /app${moveFirma.path}`]: taken.reply,
      [`${observeFirma.method} /app${observeFirma.path}`]: ok(build('OBSERVADA', 3)),
    },
  )
  const { user } = renderApp(`/administracion/firmas?empresa=${empresa_id}&solicitud=${id}`)
  await user.click(await screen.findByRole('button', { name: 'Tomar para revisar' }))
  await user.click(screen.getByRole('button', { name: 'Ver: Selfie con la cédula' }))
  taken.letGo()
  await user.type(await screen.findByLabelText('Observación: Selfie con la cédula'), 'Borrosa')
  expect(screen.queryByRole('button', { name: 'Ver: Selfie con la cédula' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Devolver con observaciones' }))
  await screen.findAllByText('Observada')
  expect(screen.queryByDisplayValue('Borrosa')).toBeNull()
})
