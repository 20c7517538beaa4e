import type { Page } from '@playwright/test'

import { call } from './emit.ts'
import { expect } from './expect.ts'

type Perfil = Record<string, unknown> & { condiciones: object[] }

/** Makes the signed-in user's company an agente de retención, or ends this. */
export async function setAgente(page: Page, isAgente: boolean) {
  const { data } = await call<Perfil>(page, 'business_profile/perfil')
  const others = data.condiciones.filter((one) => (one as { tipo: string }).tipo !== 'AGENTE_RETENCION')
  const condiciones = [...others, ...(isAgente ? [{ tipo: 'AGENTE_RETENCION', desde: '2024-01-01', hasta: null, valor: '00000001' }] : [])]
  const { razon_social, nombre_comercial, dir_matriz, telefono, correo, gran_contribuyente } = data
  const { obligado_contabilidad, dias_fecha_anterior, version } = data
  const general = { razon_social, nombre_comercial, dir_matriz, telefono, correo, gran_contribuyente, obligado_contabilidad }
  expect(
    await call(page, 'business_profile/save_empresa_perfil_info', { ...general, dias_fecha_anterior, version, condiciones }),
  ).toMatchObject({
    data: { condiciones: condiciones.map(() => expect.anything()) },
  })
}
