import * as z from 'zod/mini'
import { es } from 'zod/locales'

// The content security policy forbids eval: without `jitless`, zod tries it once and leaves a report in the console.
z.config({ ...es(), jitless: true })
