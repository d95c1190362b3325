"""How people ask politely, as a pattern before the verb of a request."""

ASKING = (
    r"(?:(?:(?:me |nos )?(?:podes|podras|podrias|puedes|puede|podria|podrian|pueden|queres|querrias"
    r"|quieres)(?: vos| tu)?"
    r"|(?:yo )?(?:quiero|quisiera|necesito|preciso|te pido|deseo|me gustaria|querria)(?: que)?(?: vos| tu| me)?"
    r"|(?:seria|es) posible|hay (?:chance|forma) de(?: que)?|(?:te )?pido que|acordate de"
    r"|asegurate de(?: que)?|tenes que"
    r"|(?:can|could|would|will|may) (?:you|i|we)(?: (?:please|just|kindly|get|have|possibly))*(?: be able to)?"
    r"|i (?:want|need|would like|would love|just need|just want)(?: for)?(?: you)? to|i am asking you to"
    r"|you (?:need|have|should) to|go ahead and|would you mind|let us|make sure (?:to|you)"
    r"|is it possible to|i would like"
    r"|i want|do you mind) )?"
)
