import { Cargas } from '../features/carga/carga.door.ts'
import { createDb, createPool } from '../db/connect.ts'
import { Imprenta } from '../imprenta/imprenta.ts'
import { TIPOS_DE_CARGA } from '../tipos-carga.ts'
import type { TestApp } from './build-test-app.ts'

/** What is sent of a sheet. */
export function formOf(content: string | Buffer, name = 'hoja.csv'): FormData {
  const form = new FormData()
  form.set('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], name))
  return form
}

/** Workers of uploads beside the application; `work` does all that waits. */
export function buildObreros(app: TestApp) {
  const pool = createPool(app.database.workerUrl, 'yupana_worker', { max: 4 })
  const imprenta = new Imprenta({ hilos: 1 })
  const obrero = () => new Cargas({ db: createDb(pool), clock: app.clock, imprenta }, TIPOS_DE_CARGA)
  const obreros = [obrero(), obrero()] as const
  return {
    obreros,
    async work(): Promise<void> {
      while (await obreros[0].tick());
    },
    async close(): Promise<void> {
      await imprenta.close()
      await pool.end()
    },
  }
}
