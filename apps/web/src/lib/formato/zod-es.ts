import { es } from 'zod/locales'
import * as z from 'zod/mini'

// Spanish messages for schemas without a message of their own; the sign-in does not need them.
z.config(es())
