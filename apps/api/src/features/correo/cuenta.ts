import type { Config } from '../../config/config.ts'

/** Where letters go: to a mail server; nowhere yet, they wait for an account; or to the outbox of a trial installation (O-95). */
export const cuentaOf = ({ smtpUrl, correoSale }: Pick<Config, 'smtpUrl' | 'correoSale'>): 'SMTP' | 'FALTA' | 'BANDEJA' =>
  smtpUrl !== undefined ? 'SMTP' : correoSale ? 'FALTA' : 'BANDEJA'
