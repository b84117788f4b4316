package mail

// TopicOfKind is the topic of a kind's e-mails, "" for one that goes out in any case.
func TopicOfKind(o *Outbox, kind string) Topic {
	return o.topic(kind, map[string]string{"topic": string(TopicNews)})
}
