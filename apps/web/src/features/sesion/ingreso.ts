import { authBusiness, authLogin, encodePassword, type BusinessReply, type LoginReply } from '@yupana/contract'

import { sendForBody, type Answered } from '../../lib/http/http.ts'
import { settings } from '../../lib/pagina/settings.ts'

export interface Credentials {
  email: string
  pass: string
}

/** First call: returns the session, or the companies to choose from (O-02). The password travels encoded, differently each time. */
export const identify = ({ email, pass }: Credentials): Promise<Answered<BusinessReply>> =>
  sendForBody(authBusiness, { body: { email, pass: encodePassword(pass, settings.codec) } })

/** Second call: the chosen company, with the same password and the pass of the second factor. */
export const enterCompany = (idEmpresa: string, username: string, pass: string, pase?: string): Promise<Answered<LoginReply>> =>
  sendForBody(authLogin, { body: { idEmpresa, username, password: encodePassword(pass, settings.codec), ...(pase && { pase }) } })
