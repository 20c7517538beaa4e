import { mensajeOf } from '@yupana/contract'
import * as z from 'zod/mini'

// The content security policy forbids eval: without `jitless` zod tries it once, and the console reports a violation.
z.config({ jitless: true, customError: mensajeOf })
