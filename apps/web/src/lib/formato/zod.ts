import { mensajeOf } from '@yupana/contract'
import * as z from 'zod/mini'

// The content security policy forbids eval: without `jitless`, zod tries it once and leaves a report in the console.
z.config({ jitless: true, customError: mensajeOf })
