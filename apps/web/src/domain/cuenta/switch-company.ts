import { authSwitch } from '@yupana/contract'

import { fetchData } from '../../lib/http/http.ts'
import { startSession } from '../../lib/sesion/session.ts'

/** Switches this tab to another company of the same sign-in, with a token of its own (O-39); other tabs stay in theirs (O-118). */
export async function switchCompany(idEmpresa: string): Promise<void> {
  const { session } = await fetchData(authSwitch, { body: { idEmpresa } })
  startSession(session)
}
