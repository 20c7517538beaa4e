import { es } from 'zod/locales'
import * as z from 'zod/mini'

// What a schema says where it names no message of its own; the sign-in needs none of it.
z.config(es())
