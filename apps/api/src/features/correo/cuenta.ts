import type { Config } from '../../config/config.ts'
import type { Ambiente } from '../../db/schema.ts'
import { medioDe } from '../carta/carta.door.ts'

/** Where letters go: to a mail server; nowhere yet, waiting for an account; or to the outbox of a trial (O-95). */
export const cuentaOf = (config: Pick<Config, 'smtpUrl' | 'correoSale'>, ambiente?: Ambiente): 'SMTP' | 'FALTA' | 'BANDEJA' =>
  medioDe(config, ambiente) === 'BANDEJA' ? 'BANDEJA' : config.smtpUrl !== undefined ? 'SMTP' : 'FALTA'
